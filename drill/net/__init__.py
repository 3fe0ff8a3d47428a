"""What leaves this machine, and only when a setting asks for it."""
