"""drill: a terminal trainer for debugging interviews in machine learning."""
