"""Parts of screens. They know no screen and no service."""
