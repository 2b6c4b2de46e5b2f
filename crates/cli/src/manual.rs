//! Generated from the arguments: completion scripts and manual pages.

use clap_complete::Shell;
use clap_mangen::Man;

use crate::arguments;
use crate::failure::Failure;

/// The completion script of a shell.
pub(crate) fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let mut command = arguments::command();
    clap_complete::generate(shell, &mut command, "tilewright", &mut script);
    script
}

/// The manual: a page for the program, then one for every command.
pub(crate) fn pages() -> Result<Vec<u8>, Failure> {
    let mut command = arguments::command();
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &mut pages)?;
    Ok(pages)
}

fn add_pages(command: &clap::Command, pages: &mut Vec<u8>) -> Result<(), Failure> {
    let source = concat!("tilewright ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).render(pages)?;
    let mut verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
    verbs.try_for_each(|verb| add_pages(verb, pages))
}
