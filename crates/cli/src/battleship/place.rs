//! `tilewright battleship place`: rules in, fleets out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_battleship::{
    FleetDocument, FleetError, MAX_LETTERS, Rules, Story, chart, film, picture,
};
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::Seed;

use super::watch::Watch;
use super::work::{Made, Stop, Told, Work, make};
use super::{check_outputs, check_possible, refused, undecided};
use crate::arguments::{Place, PlaceMethod as Method};
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::progress::Progress;

/// The cure where the quick placer finds no fleet.
const HARDER: &str = "--method evolve searches harder, and --method exact decides it";

/// The most hard fleets: twice as many are evolved, each with a child.
const MOST_HARD: u32 = 1000;

pub(crate) fn run(arguments: &Place, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    check_files(arguments, context)?;
    check_options(arguments, context)?;
    let rules = possible_rules(arguments, context)?;
    let work = Work::open(arguments, &rules, context)?;
    let is_shown = matches!(arguments.method, Method::Classic | Method::Evolve);
    let watch = Watch::begin(arguments.watch && is_shown, context)?;
    let mut told = Told { story: Story::default(), hard: Vec::new(), watch };
    let made = make(&work, &mut told, context);
    told.watch.close(&rules, &told.story);
    match made {
        Ok(made) => finish(work, &made, &told, format, context),
        Err(Stop::Failed(failure)) => Err(failure),
        Err(Stop::Refused(error)) => undecided::<()>(Err(error), HARDER, context)
            .map(|it| it.err().unwrap_or(Verdict::No)),
    }
}

/// The rules, unless it is plain that no fleet can be placed or written by them.
fn possible_rules(arguments: &Place, context: &Context) -> Result<Rules, Failure> {
    let rules = super::rules(&arguments.field, None)?;
    if is_text(arguments) && rules.roster().ships() > MAX_LETTERS {
        return Err(refused(FleetError::Letters(rules.roster().ships())));
    }
    if arguments.method != Method::Exact {
        check_possible(&rules, arguments.memory, context)?;
        context.heed_interrupt();
    }
    Ok(rules)
}

/// Writes and tells the fleets. A run to a file that was cut short writes none: it would stand
/// in the way of the same command.
fn finish(
    work: Work<'_>,
    made: &[Made],
    told: &Told<'_>,
    format: Option<Format>,
    context: &Context,
) -> Result<Verdict, Failure> {
    let is_cut = context.is_cancelled();
    let kept = work.journal.kept();
    if made.is_empty() {
        context.say(&format!("interrupted: there is no fleet yet{kept}"));
        return Ok(Verdict::Interrupted);
    }
    let is_saved = !(is_cut && work.journal.is_to_file());
    if is_saved {
        save(&work, made, told, format, context)?;
    }
    if context.json {
        let document = document(work.arguments, work.rules, work.journal.seed(), made);
        context.print(document.as_bytes())?;
    } else if is_saved || !work.journal.is_begun() {
        tell(&work, made, is_saved, context)?;
    }
    if is_cut {
        context.say(&format!("interrupted: {}{kept}", cut_short(&work, made)));
        return Ok(Verdict::Interrupted);
    }
    let verdict = verdict(&work, made, context);
    work.journal.finish()?;
    Ok(verdict)
}

/// Draws the fleets, and writes those that are legal: whoever reads the file would have to
/// refuse the others.
fn save(
    work: &Work<'_>,
    made: &[Made],
    told: &Told<'_>,
    format: Option<Format>,
    context: &Context,
) -> Result<(), Failure> {
    let Work { arguments, rules, journal, .. } = work;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        save_picture(path, format, rules, made, told, context)?;
    }
    let mut legal = made.to_vec();
    legal.retain(|made| rules.is_legal(&made.fleet));
    let Some(path) = arguments.output.as_ref().filter(|_| !legal.is_empty()) else {
        return Ok(());
    };
    let data = if is_text(arguments) {
        text(rules, &legal)
    } else {
        document(arguments, rules, journal.seed(), &legal)
    };
    context.save(path, data.as_bytes())
}

/// The fleets in JSON.
fn document(arguments: &Place, rules: &Rules, seed: Seed, made: &[Made]) -> String {
    let mut document = FleetDocument::new(rules).made(arguments.method.key(), seed.0);
    for Made { fleet, origin } in made {
        document.push(rules, fleet, *origin);
    }
    document.to_json()
}

fn save_picture(
    path: &Path,
    format: Format,
    rules: &Rules,
    made: &[Made],
    told: &Told<'_>,
    context: &Context,
) -> Result<(), Failure> {
    let drawn = Progress::during(context, "drawing", || draw(rules, made, told, format));
    let drawn = drawn.with_context(|| format!("cannot draw {}", path.display()))?;
    files::write(path, &drawn, context.force)?;
    if made.len() > picture::WALL {
        let (shown, all) = (picture::WALL, made.len());
        context.say(&format!("{} shows {shown} of {all} fleets", path.display()));
    }
    Ok(())
}

/// Refuses outputs that cannot be written, before any work is done.
fn check_files(arguments: &Place, context: &Context) -> Result<(), Failure> {
    let outputs = [arguments.output.as_deref(), arguments.picture.as_deref()];
    check_outputs(outputs, context)?;
    let fleets = |path| files::check_ending(path, "fleets", &["json", "txt"]);
    outputs[0].map_or(Ok(()), fleets)
}

/// Whether the file of fleets is to be text.
fn is_text(arguments: &Place) -> bool {
    let is_text = |path: &Path| path.extension().is_some_and(|it| it == "txt");
    arguments.output.as_deref().is_some_and(is_text)
}

/// Refuses two documents on stdout and more hard fleets than a search can hold, and names options
/// that the method does not look at; they may come from a file that is for other methods too.
fn check_options(arguments: &Place, context: &Context) -> Result<(), Failure> {
    let Place { method, count, .. } = *arguments;
    if context.json && files::is_dash(arguments.output.as_deref()) {
        return Err(anyhow!("the fleets and the answer of --json both go to stdout"))
            .hint("-o FILE writes the fleets to a file");
    }
    let (is_classic, is_hard) = (method == Method::Classic, method == Method::Hard);
    if is_hard && count > MOST_HARD {
        let error =
            anyhow!("--method hard finds at most {MOST_HARD} fleets, asked for {count}");
        return Err(error).hint("fewer are drawn turned and mirrored in eight ways each");
    }
    let unused = [
        ("--population", arguments.population.is_some() && !is_classic),
        ("--watch", arguments.watch && !is_classic && method != Method::Evolve),
        ("--generations", arguments.generations.is_some() && !is_classic && !is_hard),
        ("--hunter", arguments.hunter.is_some() && !is_hard),
        ("--games", arguments.games.is_some() && !is_hard),
    ];
    for (option, _) in unused.into_iter().filter(|option| option.1) {
        context.say(&format!("{option} says nothing to --method {}", method.key()));
    }
    Ok(())
}

/// One fleet with its search, or a wall of fleets; where hard fleets lie, and how hard they
/// became.
fn draw(
    rules: &Rules,
    made: &[Made],
    told: &Told<'_>,
    format: Format,
) -> anyhow::Result<Vec<u8>> {
    let story = &told.story;
    let fleets: Vec<_> = made.iter().map(|made| made.fleet.clone()).collect();
    let still = picture::fleets(rules, &fleets);
    if !told.hard.is_empty() {
        let lie = picture::where_decks_lie(rules.size(), &fleets);
        let title =
            format!("Share of the fleets with a deck in each cell, %, on {rules}");
        let lie = picture::percentages(&lie, &title);
        let parts = [still, lie, chart::hardness(&told.hard)];
        let still = Picture::stacked(&parts, 10.0, "hard fleets");
        let movie = film::hardening(rules, &told.hard);
        return Ok(export(&still, Some(&movie), format)?);
    }
    if made.len() == 1 && !story.is_empty() {
        let movie = story.movie(rules);
        return Ok(export(&story.picture(rules), Some(&movie), format)?);
    }
    Ok(export(&still, None, format)?)
}

fn text(rules: &Rules, made: &[Made]) -> String {
    let texts: Vec<_> =
        made.iter().map(|made| made.fleet.to_text(rules.size())).collect();
    texts.join("\n")
}

fn tell(
    work: &Work<'_>,
    made: &[Made],
    is_saved: bool,
    context: &Context,
) -> Result<(), Failure> {
    let Work { arguments, rules, .. } = work;
    let is_to_stdout = files::is_dash(arguments.output.as_deref());
    for (number, Made { fleet, origin }) in (1..).zip(made) {
        let clashes = rules.clashes(fleet);
        let places: Vec<_> = clashes.iter().map(ToString::to_string).collect();
        let legal = match places.len() {
            0 => "legal".to_owned(),
            1 => format!("illegal: {}", places[0]),
            count => format!("illegal in {count} places: {}", places.join("; ")),
        };
        let judged = origin.evaluations.map(|count| format!("; {count} evaluations"));
        let shots =
            origin.shots.map(|shots| format!("; takes {shots:.1} shots at least"));
        let more = [judged, shots].into_iter().flatten().collect::<String>();
        context.say(&format!("fleet {number}: {legal}{more}"));
        // What is in the file need not be shown, and nothing comes between what is piped.
        let is_in_file = is_saved && arguments.output.is_some() && clashes.is_empty();
        if is_in_file || is_to_stdout {
            continue;
        }
        let between = if number > 1 { "\n" } else { "" };
        let text = if context.is_terminal {
            picture::fleet(rules, fleet, 24.0).to_text(context.color)
        } else {
            fleet.to_text(rules.size())
        };
        context.print(format!("{between}{text}").as_bytes())?;
    }
    Ok(())
}

/// How many of the fleets are legal.
fn legal(rules: &Rules, made: &[Made]) -> usize {
    made.iter().filter(|made| rules.is_legal(&made.fleet)).count()
}

/// What a run that was cut short has found, in words.
fn cut_short(work: &Work<'_>, made: &[Made]) -> String {
    let (legal, total) = (legal(work.rules, made), work.arguments.count);
    if work.arguments.method != Method::Hard {
        return format!("{legal} legal fleets of the {total} asked for");
    }
    if work.journal.is_begun() {
        return "the search was cut short".to_owned();
    }
    format!("these are the hardest {legal} fleets so far of the {total} asked for")
}

/// Whether all fleets were found; where not, why, if that can be proved.
fn verdict(work: &Work<'_>, made: &[Made], context: &Context) -> Verdict {
    let (arguments, legal) = (work.arguments, legal(work.rules, made));
    let total = arguments.count;
    if legal == total as usize {
        return Verdict::Done;
    }
    let file = arguments.output.as_deref().filter(|path| !files::is_dash(Some(path)));
    let kept = file.map_or_else(String::new, |path| match legal {
        0 => format!("; nothing is written to {}", path.display()),
        _ => format!("; {} holds only these", path.display()),
    });
    context.say(&format!("{legal} of {total} fleets found{kept}"));
    context.say("hint: try another --seed; battleship count says how many there are");
    Verdict::No
}
