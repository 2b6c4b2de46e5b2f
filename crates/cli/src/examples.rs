//! The examples at the end of the help of every command.

use clap::Command;

/// The examples: a section for each command, with command lines and what each does.
const PAGE: &str = include_str!("examples.md");

/// The command and its subcommands with their examples at the end of help.
pub(crate) fn with_examples(command: Command) -> Command {
    with_examples_of(command, "")
}

fn with_examples_of(command: Command, path: &str) -> Command {
    let command = command.mut_subcommands(|verb| {
        let path = format!("{path} {}", verb.get_name());
        with_examples_of(verb, path.trim_start())
    });
    match of(path) {
        Some(examples) => command.after_help(examples),
        None => command,
    }
}

/// The examples of the command with that path, such as `match3 generate`, as help shows them.
fn of(path: &str) -> Option<String> {
    let line = |(command, what)| format!("  {what}:\n      {command}");
    let examples: Vec<_> = lines_of(path)?.map(line).collect();
    Some(format!("Examples:\n{}", examples.join("\n")))
}

/// The examples of the command with that path: command lines, and what each does.
pub(crate) fn lines_of(
    path: &str,
) -> Option<impl Iterator<Item = (&'static str, &'static str)>> {
    let (_, rest) = PAGE.split_once(&format!("\n## {path}\n"))?;
    let section = rest.split("\n## ").next().unwrap_or(rest);
    Some(section.lines().filter_map(|line| {
        let (command, what) = line.strip_prefix("$ ")?.rsplit_once(" # ")?;
        Some((command.trim_end(), what.trim()))
    }))
}

#[cfg(test)]
mod tests {
    use clap::Command;

    /// The commands without subcommands.
    fn leaves<'a>(
        command: &'a Command,
        path: &str,
        found: &mut Vec<(String, &'a Command)>,
    ) {
        for verb in command.get_subcommands().filter(|it| it.get_name() != "help") {
            let path = format!("{path} {}", verb.get_name()).trim_start().to_owned();
            if verb.has_subcommands() {
                leaves(verb, &path, found);
            } else {
                found.push((path, verb));
            }
        }
    }

    #[test]
    fn every_command_ends_its_help_with_examples() {
        let command = crate::arguments::command();
        let mut found = Vec::new();
        leaves(&command, "", &mut found);
        assert!(found.len() > 25);
        for (path, verb) in found {
            let examples =
                verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(
                examples.contains(&format!("tilewright {path}")),
                "{path}: {examples}"
            );
            // A command that help wraps cannot be copied.
            let is_short = |line: &str| line.chars().count() <= 100;
            assert!(examples.lines().all(is_short), "{path}: {examples}");
        }
    }

    #[test]
    fn help_is_at_most_a_hundred_columns_wide() {
        fn check(command: &mut Command) {
            for text in [command.render_help(), command.render_long_help()] {
                for line in text.to_string().lines() {
                    assert!(
                        line.chars().count() <= 100,
                        "{}: {line}",
                        command.get_name()
                    );
                }
            }
            command.get_subcommands_mut().for_each(check);
        }

        let mut command = crate::arguments::command();
        command.build();
        check(&mut command);
    }
}
