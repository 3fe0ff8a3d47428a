"""The verbs of the command line: stdout answers, stderr talks, the exit code decides."""
