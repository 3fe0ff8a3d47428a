"""What an own test and a scratch file begin with; a person who keeps it has written nothing yet."""

OWN_START = "from broken import *\n\n\ndef test_():\n    assert True\n"
SCRATCH_START = "from broken import *\n\n"
