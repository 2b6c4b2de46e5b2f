//! The three commonest jobs, as prompts that a person picks.

use rmcp::model::{
    GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role,
};

/// A job: its name, what it is, its arguments with what they are, and its words, in which `{ARGUMENT}` stands for one.
struct Job {
    name: &'static str,
    about: &'static str,
    arguments: &'static [(&'static str, &'static str)],
    words: &'static str,
}

const JOBS: [Job; 3] = [
    Job {
        name: "make_level",
        about: "Make a match-3 level of a wanted difficulty",
        arguments: &[
            ("goal", "what wins the level, such as collect:30"),
            ("win_rate", "the share of bot games that are won, such as 60%"),
            ("moves", "the move limit, such as 25"),
        ],
        words: "Make a match-3 level with the goal {goal} that {win_rate} of games win within {moves} moves. First call `describe` \
                with task match3/generate. Then call match3_generate with `goal`, `win_rate`, `moves`, a `seed` and `picture: true`. If the verdict is no, look \
                which win rates the message says can be had, and change `moves` or `kinds`. Show me the level, its picture, and its win rate with the \
                interval; say that it is a bot's.",
    },
    Job {
        name: "bring_into_band",
        about: "Bring a match-3 level into a band of win rates with few changes",
        arguments: &[
            ("level", "the file of the level"),
            ("win_rate", "the wanted share of games that are won, such as 60%"),
        ],
        words: "Change the level {level} as little as needed, until {win_rate} of games win it. First call match3_play with it and `moves` 80: the \
                curve of the answer has the win rate within each number of moves. Where that of the level is far away, take the number that comes closest, as \
                `moves` of what follows. Then call `describe` with task match3/tweak, and match3_tweak with `win_rate`. Show me which cells changed, the win rate \
                before and after with their intervals, and the new level.",
    },
    Job {
        name: "check_folder",
        about: "Check a folder of match-3 levels",
        arguments: &[("folder", "the folder of the levels")],
        words: "Check all levels of the folder {folder}. Call `describe` with task match3/check, then match3_check with the folder. List the levels \
                that fail, each with what is wrong and with a change that repairs it; say of levels without a band which win rate they have.",
    },
];

/// The prompts that a client offers.
pub(super) fn list() -> Vec<Prompt> {
    let prompt = |job: &Job| {
        let argument = |(name, about): &(&str, &str)| {
            PromptArgument::new(*name).with_description(*about).with_required(true)
        };
        let arguments = job.arguments.iter().map(argument).collect();
        Prompt::new(job.name, Some(job.about), Some(arguments))
    };
    JOBS.iter().map(prompt).collect()
}

/// The words of a prompt with its arguments.
///
/// # Errors
/// If there is no such prompt, or an argument is missing.
pub(super) fn of(name: &str, given: &JsonObject) -> Result<GetPromptResult, String> {
    let job = JOBS.iter().find(|job| job.name == name);
    let job = job.ok_or_else(|| format!("there is no prompt `{name}`"))?;
    let mut words = job.words.to_owned();
    for (argument, about) in job.arguments {
        let value = given.get(*argument).and_then(|value| value.as_str());
        let value = value.ok_or_else(|| format!("`{argument}` is missing: {about}"))?;
        words = words.replace(&format!("{{{argument}}}"), value);
    }
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, words)]))
}
