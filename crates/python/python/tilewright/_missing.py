"""Names the extra that brings what is not installed."""


def missing(error: ModuleNotFoundError, what: str, extra: str) -> ModuleNotFoundError:
    """The error for a package that is missing, with what installs it."""
    if (error.name or "").partition(".")[0] == "tilewright":
        return error
    cure = f'pip install "tilewright[{extra}]"'
    return ModuleNotFoundError(f"{what} needs {error.name}, which is not installed: {cure}", name=error.name)
