//! The request of `match3/play`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::Seed;
use tilewright_match3::{
    Chance, Goal, Level, MAX_SWAPS, Rules, Session, SkilledBot, Statistics, unreachable,
};
use tilewright_match3_design::Difficulty;

use super::super::claims::Claims;
use super::super::idle;
use super::super::judge;
use super::super::judge::bot_for;
use super::super::levels::{read_claimed, whole};
use super::super::people::{ForPeople, people_model};
use super::super::replay::replay;
use super::super::rules::{MoveLimit, plain, set_rules};
use super::super::target::WinRate;
use super::answer::{PlayAnswer, Report};
use super::felt::Felt;
use super::games::GameBatch;
use crate::{
    Answer, BoundedInteger, Hint, Host, Input, NamedOutput, Output, Refusal, Refuse as _,
    ResumeSupport, Share, Task, TextValue, Verdict,
};

/// Play a level many times with a bot: how many swaps it takes, and how often it is won.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct PlayRequest {
    /// Level: text, JSON, .tmx or .tmj; `-` is stdin. A board without a swap is reshuffled, and lines that
    /// result count towards the goal.
    #[schemars(extend("x-value" = "LEVEL", "x-position" = 1))]
    pub level: Option<Input>,
    /// Bot that plays; article is the bot of the article, greedy:0.7 makes 30 % of its swaps at random.
    /// Default: the one that the level names, else article if the goal is of blocks of one colour, else
    /// greedy.
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Games to play, or with `precision` at most; default: 2000, with `precision` 1000000.
    #[schemars(extend("x-value" = "N"))]
    pub games: Option<BoundedInteger<1, 10_000_000>>,
    /// Play until the 95 % interval of the mean swaps is within this share of the mean on each side, such
    /// as 2%; with a move limit, until that of the win rate is within as many percentage points.
    #[schemars(extend("x-value" = "PERCENT"))]
    pub precision: Option<Share>,
    /// Goal, such as collect:30; default: that of the level; repeat it for several.
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Vec<TextValue<Goal>>,
    /// Colours of blocks; default: those of the level.
    #[schemars(extend("x-value" = "N"))]
    pub colors: Option<BoundedInteger<2, 64>>,
    /// Move limit; default: that of the level; `auto` finds the one for `win_rate`.
    #[schemars(extend("x-value" = "N|auto"))]
    pub moves: Option<MoveLimit>,
    /// Win rate for which `auto` as `moves` finds the move limit, default 60%; with 100% none of 3,000 fresh
    /// games is lost.
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<WinRate>,
    /// Maximum number of swaps of a game.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(MAX_SWAPS))]
    pub max_swaps: BoundedInteger<1, 100_000>,
    /// Model of people from `match3/calibrate` with `plays`: how often they pass the level within its move limit, and in how many
    /// attempts.
    #[schemars(extend("x-value" = "PEOPLE"))]
    pub r#for: Option<Input>,
    /// Replay this recorded game, board by board, instead of new games; of `level` if that is given.
    #[schemars(extend("x-value" = "FILE"))]
    pub replay: Option<Input>,
    /// Number of the game to record and to draw, from 0.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(0))]
    pub game: BoundedInteger<0, { u32::MAX }>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The win rate for which a move limit is found if the request names none: chosen, more won than
/// lost, yet near the middle, where a move more or less shows most.
const USUAL: f64 = 0.6;

/// The least precision; a smaller one would take too many games: this one takes 1.7
/// million where the standard deviation is a third of the mean, (1.96 ÷ 3 ÷ 0.0005)².
const LEAST: f64 = 0.0005;

impl Task for PlayRequest {
    const NAME: &'static str = "match3/play";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "record",
            what: "games",
            endings: &["json"],
            help: "Record a game here, which `replay` replays.",
        }),
        Output::File(NamedOutput {
            name: "output",
            what: "levels",
            endings: &["json"],
            help: "Write the level here as JSON, with the goal and the move limit of the games.",
        }),
        Output::Picture(
            "Draw the swaps and win rates of all games here as .svg or .png, or one game as an \
             animation, .gif or .apng.",
        ),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;
    const GROWS_BY: &'static [&'static str] = &["games", "precision", "game", "win_rate"];

    fn check(&self) -> Result<(), Refusal> {
        if self.level.is_none() && self.replay.is_none() {
            return Err(Refusal::missing("level"));
        }
        if self.precision.is_some_and(|share| share.get() < LEAST) {
            let error = anyhow!("expected a precision of at least 0.05%, such as 2%");
            return Err(Refusal::at("precision", error));
        }

        if self.moves != Some(MoveLimit::Auto) {
            let why = ("without `moves` as auto", "add {moves=auto}");
            idle::refuse(self, &["win_rate"], why)?;
        }

        let other = match (self.games, self.precision) {
            (Some(_), _) => "games",
            (_, Some(_)) => "precision",
            (None, None) => return Ok(()),
        };

        if self.replay.is_some() { Err(alone(other)) } else { Ok(()) }
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.replay.is_none().then_some(&mut self.seed)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        if self.precision.is_some() || self.replay.is_some() {
            return Err(anyhow!("only a fixed number of games can be divided"))
                .hint("add {games}, and leave out {precision} and {replay}");
        }
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let Some(written) = &self.replay else {
            return Ok(Box::new(self.play(host)?));
        };

        let refused =
            ["record", "output"].into_iter().find(|it| host.extension(it).is_some());
        refused.map_or(Ok(()), |output| Err(alone(output)))?;
        let why = ("with `replay`: the recorded game has its own", "leave out {replay}");
        let own = ["bot", "moves", "win_rate", "max_swaps", "game", "for", "seed"];
        idle::refuse(self, &own, why)?;

        // The goal and the colours have an effect only with a level to compare with.
        if self.level.is_none() {
            idle::refuse(self, &["goal", "colors"], why)?;
        }

        Ok(Box::new(replay(self, written, host)?))
    }
}

/// The refusal of a key that contradicts `replay`.
fn alone(key: &str) -> Refusal {
    let error = anyhow!(
        "`{key}` contradicts `replay`, which replays one game and writes only its picture"
    );
    let hint = Hint(format!("leave out {{{key}}} or {{replay}}"));
    Refusal { error, hint: Some(hint), key: None }
}

impl PlayRequest {
    fn play(&self, host: &dyn Host) -> Result<PlayAnswer, Refusal> {
        if host.extension("record").is_none() && !host.draws_animation() {
            let why = ("without a game that is recorded", "add {record=game.json}");
            idle::refuse(self, &["game"], why)?;
        }

        let people =
            self.r#for.as_ref().map(|input| people_model(host, input)).transpose()?;
        let (mut level, claims) = self.level(host)?;
        let rules = rules(&level)?;
        let most = self.max_swaps.get().min(level.moves.unwrap_or(u32::MAX));
        let seed = self.seed.unwrap_or(Seed(0));
        let bot = bot_for(self.bot, claims.bot, rules.goal());
        let batch = GameBatch { request: self, rules: &rules, bot, most, seed };

        // The recorded game does not wait for the others.
        let replay = batch.record(host);
        let (outcomes, is_whole) = batch.play(host)?;
        let others =
            is_whole.then(|| batch.others(outcomes.len() as u32, host)).flatten();
        let statistics = Statistics::of(&outcomes, most);

        let is_auto = self.moves == Some(MoveLimit::Auto);
        let rate = self.win_rate.map_or(USUAL, WinRate::get);
        let found = match (is_auto, self.is_without_loss()) {
            (true, false) => statistics.moves_closest_to(rate),
            (true, true) if is_whole => batch.limit_without_loss(&statistics, host),
            _ => None,
        };

        level.moves = found.map(|chance| chance.moves).or(level.moves);
        // A search that missed its target missed it under the rules of the document.
        level.missed.take_if(|_| self.changes_rules());

        let limit = found.map(|Chance { moves, .. }| Difficulty::WinRate { rate, moves });
        let keys = self.changed(claims, limit, bot).keys();
        let people =
            people.filter(|_| is_whole).map(|model| ForPeople::of(&level, &model, host));
        let people = people.transpose()?.flatten();
        let felt = Felt::of(&batch, &outcomes, others.as_ref(), host);

        // What people do and what a player feels come from more games, which may be stopped too.
        let verdict = match found {
            _ if others.is_none() || host.look().is_break() => Verdict::Stopped,
            None if is_auto => Verdict::No,
            _ => Verdict::Done,
        };
        let report = (!outcomes.is_empty()).then(|| {
            Report::new(&batch, &level, (others, people, felt), &statistics, found)
        });
        let games = self.games();
        let played =
            PlayAnswer { level, keys, replay, statistics, report, rate, games, verdict };
        played.say(host);
        Ok(played)
    }

    /// The claims of the document after games under other rules, within the found move limit, or of another bot.
    fn changed(
        &self,
        claims: Claims,
        found: Option<Difficulty>,
        bot: SkilledBot,
    ) -> Claims {
        let claims = if !self.goal.is_empty() || self.colors.is_some() {
            claims.under_other_rules()
        } else if self.changes_rules() {
            claims.within(found, bot)
        } else {
            claims
        };
        if self.bot.is_some() { claims.judged_by(bot) } else { claims }
    }

    /// The game of the request for a person, who plays it swap by swap; a replay is continued.
    ///
    /// # Errors
    /// As [`run`](Task::run).
    pub fn session(&self, host: &dyn Host) -> Result<Session, Refusal> {
        if let Some(written) = &self.replay {
            return Ok(Session::from_replay(&super::super::replay::read(
                self, written, host,
            )?)?);
        }
        let (level, _) = self.level(host)?;
        let rules = rules(&level)?;
        let seed = self.seed.unwrap_or(Seed(0));
        let mut session = Session::new(&level, rules.goal(), seed, self.game.get())?;
        // Pages and screens take back as much as they like.
        session.set_undo_depth(usize::MAX);
        Ok(session)
    }

    /// Whether the games are of other rules than those of the level's document.
    const fn changes_rules(&self) -> bool {
        !self.goal.is_empty() || self.colors.is_some() || self.moves.is_some()
    }

    /// The level with the rules of the request, and what its document claims of it.
    fn level(&self, host: &dyn Host) -> Result<(Level, Claims), Refusal> {
        let input = self.level.as_ref().ok_or_else(|| Refusal::missing("level"))?;
        let (mut template, claims) = read_claimed(host, input)?;
        let moves = match self.moves {
            Some(MoveLimit::Limit(moves)) => Some(moves),
            Some(MoveLimit::Auto) => {
                // The games must not end at the limit that is to be replaced.
                template.moves = None;
                None
            }
            None => None,
        };

        let colors = self.colors.map(BoundedInteger::get);
        set_rules(&mut template, &plain(&self.goal), colors, moves)?;
        Ok((whole(&template, input)?, claims))
    }

    /// Whether a move limit is asked for within which no game is lost.
    pub(super) fn is_without_loss(&self) -> bool {
        self.win_rate.is_some_and(|rate| rate.get() >= 1.0)
    }

    /// The maximum number of games. By default 2000: a win rate is known within 2.2 percentage
    /// points (95 %), mean swaps within 1.5 %, where the standard deviation is a third of the mean.
    pub(super) fn games(&self) -> u32 {
        let usual = if self.precision.is_some() { 1_000_000 } else { 2000 };
        self.games.map_or(usual, BoundedInteger::get)
    }
}

/// The rules of the level, if the goal can be reached.
pub(in crate::match3) fn rules(level: &Level) -> Result<Rules, Refusal> {
    let goal = level.goal.as_ref().ok_or_else(|| anyhow!("the level has no goal"));
    let rules = Rules::new(level, goal.hint("add {goal=collect:30}")?);
    if let Some(why) = unreachable(&rules) {
        return Err(anyhow!("the goal {} cannot be reached: {why}", rules.goal()))
            .hint("change the goal or the cells");
    }
    Ok(rules)
}
