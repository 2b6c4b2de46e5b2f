//! `tilewright battleship place`: rules in, fleets out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_battleship::{
    Classic, Evolved, Fleet, FleetDocument, FleetError, HardFleet, HardMoment, Hardening,
    MAX_LETTERS, Origin, Rules, Sequential, Story, Ways, chart, classic, evolve, film,
    harden, picture,
};
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::Seed;

use super::watch::Watch;
use super::{check_outputs, check_possible, refused, tell_of_samples, undecided};
use crate::arguments::{Place, PlaceMethod as Method};
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::progress::Progress;

/// The cure where the quick placer finds no fleet.
const HARDER: &str = "--method evolve searches harder, and --method exact decides it";

/// The most hard fleets: twice as many are evolved, each with a child.
const MOST_HARD: u32 = 1000;

/// A fleet and how it came about.
#[derive(Clone)]
struct Made {
    fleet: Fleet,
    origin: Origin,
}

pub(crate) fn run(arguments: &Place, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let outputs = [arguments.output.as_deref(), arguments.picture.as_deref()];
    check_outputs(outputs, context)?;
    check_options(arguments, context)?;
    let rules = super::rules(&arguments.field, None)?;
    if is_text(arguments) && rules.roster().ships() > MAX_LETTERS {
        return Err(refused(FleetError::Letters(rules.roster().ships())));
    }
    if arguments.method != Method::Exact {
        check_possible(&rules, arguments.memory)?;
        context.heed_interrupt();
    }
    let seed = context.seed();
    let is_shown = matches!(arguments.method, Method::Classic | Method::Evolve);
    let watch = Watch::begin(arguments.watch && is_shown, context)?;
    let mut told = Told { story: Story::default(), hard: Vec::new(), watch };
    let made = make(arguments, &rules, seed, &mut told, context);
    told.watch.close(&rules, &told.story);
    let made = match undecided(made, HARDER, context)? {
        Ok(made) => made,
        Err(verdict) => return Ok(verdict),
    };
    if made.is_empty() {
        context.say("interrupted: there is no fleet yet");
        return Ok(Verdict::Interrupted);
    }
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn =
            Progress::during(context, "drawing", || draw(&rules, &made, &told, format));
        let drawn = drawn.with_context(|| format!("cannot draw {}", path.display()))?;
        files::write(path, &drawn, context.force)?;
        if made.len() > picture::WALL {
            let (shown, all) = (picture::WALL, made.len());
            context.say(&format!("{} shows {shown} of {all} fleets", path.display()));
        }
    }
    let document = |made: &[Made]| {
        let method = arguments.method.key();
        let mut document = FleetDocument::new(&rules).made(method, seed.0);
        for Made { fleet, origin } in made {
            document.push(&rules, fleet, *origin);
        }
        document.to_json()
    };
    // Whoever reads the file would have to refuse the others.
    let mut legal = made.clone();
    legal.retain(|made| rules.is_legal(&made.fleet));
    if let Some(path) = arguments.output.as_ref().filter(|_| !legal.is_empty()) {
        let data =
            if is_text(arguments) { text(&rules, &legal) } else { document(&legal) };
        context.save(path, data.as_bytes())?;
    }
    if context.json {
        context.print(document(&made).as_bytes())?;
    } else {
        tell(arguments, &rules, &made, context)?;
    }
    Ok(verdict(arguments, &rules, &made, context))
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

/// Places the fleets; fleet i draws from child i of the seed.
fn make(
    arguments: &Place,
    rules: &Rules,
    seed: Seed,
    told: &mut Told<'_>,
    context: &Context,
) -> Result<Vec<Made>, FleetError> {
    let seeds = (0..u64::from(arguments.count)).map(|index| seed.child(index));
    let seeds = seeds.take_while(|_| !context.is_cancelled());
    let judged = |placed: tilewright_battleship::Placed| Made {
        fleet: placed.fleet,
        origin: Origin {
            evaluations: Some(placed.evaluations),
            generations: Some(placed.generations),
            shots: None,
        },
    };
    let plain = |fleet| Made { fleet, origin: Origin::default() };
    match arguments.method {
        Method::Classic => {
            let settings = Classic {
                population: arguments.population.unwrap_or(50) as usize,
                generations: u64::from(arguments.generations.unwrap_or(50)),
            };
            let place = |seed| {
                told.story = Story::default();
                classic(rules, settings, seed, |moment| {
                    told.story.record(moment);
                    told.watch.show(rules, &told.story);
                    !context.is_cancelled()
                })
                .map(judged)
            };
            seeds.map(place).collect()
        }
        Method::Evolve => {
            let settings = Evolved::default();
            let place = |seed| {
                told.story = Story::default();
                evolve(rules, settings, seed, |moment| {
                    told.story.record(moment);
                    told.watch.show(rules, &told.story);
                    !context.is_cancelled()
                })
                .map(judged)
            };
            seeds.map(place).collect()
        }
        Method::Hard => hard(arguments, rules, seed, told, context),
        Method::Exact => {
            // Counting does not look at Ctrl-C, so that it ends it.
            let count = || Ways::new(rules, arguments.memory);
            let ways = Progress::during(context, "counting", count)?;
            context.heed_interrupt();
            let place = |seed: Seed| ways.draw(&mut seed.rng()).map(plain);
            seeds.map(|seed| place(seed).ok_or(FleetError::CannotFit)).collect()
        }
        Method::Sequential => {
            let sequential = Sequential::new(rules);
            let place = |seed: Seed| sequential.draw(&mut seed.rng()).map(plain);
            seeds.map(place).collect()
        }
    }
}

/// Evolves fleets together; progress is told where somebody looks.
fn hard(
    arguments: &Place,
    rules: &Rules,
    seed: Seed,
    told: &mut Told<'_>,
    context: &Context,
) -> Result<Vec<Made>, FleetError> {
    let usual = Hardening::default();
    let settings = Hardening {
        hunters: arguments.hunter.clone().unwrap_or(usual.hunters),
        fleets: arguments.count as usize,
        generations: arguments.generations.map_or(usual.generations, u64::from),
        games: arguments.games.unwrap_or(usual.games),
        ..Hardening::default()
    };
    tell_of_samples(&settings.hunters, rules, context);
    let goes_on = || !context.is_cancelled();
    let fleets = harden(rules, &settings, seed, &goes_on, |moment| {
        let HardMoment { generation, best, mean, .. } = moment;
        if context.shows_progress() {
            context.say(&format!(
                "generation {generation}: the best fleet takes {best:.1} shots at least, \
                         all together {mean:.1}"
            ));
        }
        told.hard.push(moment);
    })?;
    let made = |hard: HardFleet| Made {
        fleet: hard.fleet,
        origin: Origin { shots: Some(hard.shots), ..Origin::default() },
    };
    Ok(fleets.into_iter().map(made).collect())
}

/// What was told of a search.
struct Told<'a> {
    /// Of the last fleet.
    story: Story,
    hard: Vec<HardMoment>,
    watch: Watch<'a>,
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
    arguments: &Place,
    rules: &Rules,
    made: &[Made],
    context: &Context,
) -> Result<(), Failure> {
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
        let is_elsewhere = arguments.output.is_some() && clashes.is_empty();
        if is_elsewhere || files::is_dash(arguments.output.as_deref()) {
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

/// Whether all fleets were found; where not, why, if that can be proved.
fn verdict(
    arguments: &Place,
    rules: &Rules,
    made: &[Made],
    context: &Context,
) -> Verdict {
    let legal = made.iter().filter(|made| rules.is_legal(&made.fleet)).count();
    let total = arguments.count;
    let file = arguments.output.as_deref().filter(|path| !files::is_dash(Some(path)));
    let kept = file.map_or_else(String::new, |path| match legal {
        0 => format!("; nothing is written to {}", path.display()),
        _ if legal < made.len() => format!("; {} holds only these", path.display()),
        _ => format!("; {} holds them", path.display()),
    });
    if context.is_cancelled() {
        context.say(&format!(
            "interrupted: {legal} legal fleets of the {total} asked for{kept}"
        ));
        return Verdict::Interrupted;
    }
    if legal == total as usize {
        return Verdict::Done;
    }
    context.say(&format!("{legal} of {total} fleets found{kept}"));
    context.say("hint: try another --seed; battleship count says how many there are");
    Verdict::No
}
