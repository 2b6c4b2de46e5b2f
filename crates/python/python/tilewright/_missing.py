"""Names the extra that brings what is not installed."""


def missing(error: ModuleNotFoundError, what: str, extra: str) -> ModuleNotFoundError:
    """The error for a package that is missing, with what installs it."""
    if (error.name or "").partition(".")[0] == "tilewright":
        return error
    command = f'pip install "tilewright[{extra}]"'
    return ModuleNotFoundError(f"{what} needs {error.name}, which is not installed: {command}", name=error.name)
