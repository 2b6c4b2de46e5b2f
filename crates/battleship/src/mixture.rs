//! Placers as distributions: mixtures of Gibbs distributions over all legal fleets, and their documents.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, Size};

use crate::{Fleet, FleetError, Roster, Rules, SkilledHunter, Strategy, Touch};

const SCHEMA: Schema = Schema::new("placer", 1);

/// The largest number of components of a mixture.
const MAX_COMPONENTS: usize = 64;

/// The largest weight of a feature, positive or negative. Already 30 makes a fleet with one cell more impossible in
/// practice.
const MAX_WEIGHT: f64 = 100.0;

/// The least and the largest share of a component: any two of them can be added without losing the smaller one.
const SHARES: [f64; 2] = [1e-6, 1e6];

/// The largest number of ships of a document: a draw takes time with their square, some 20 ms for that number.
const MAX_SHIPS: usize = 32;

/// The weights of a Gibbs distribution: a legal fleet has a probability proportional to exp(−*e*), where *e* is the sum of
/// the weights, each times the number of cells that it counts. With all weights 0 the fleets are uniform; a positive weight
/// makes fleets with many such cells rare, a negative one frequent.
///
/// *Short* ships have the smallest length of the fleet, all others are *long*; ships of one length only are all long. A cell
/// is *beside* a ship if it is one of the cells around it, also diagonally, whatever the touch rule.
///
/// (The form is that of a Markov random field; Metropolis et al., *Equation of state calculations by fast computing
/// machines*, 1953, for the sampler.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GibbsWeights {
    /// For each cell beside a long ship. Where ships may not touch, these are the cells that a hunter need not shoot at
    /// once the ship is sunk.
    pub halo: f64,
    /// For each cell beside two or more long ships.
    pub contact: f64,
    /// For each cell of a long ship at the border of the field.
    pub edge: f64,
    /// For each cell that is both beside a long and beside a short ship.
    pub overlap: f64,
    /// For each cell of a short ship at the border of the field.
    pub short_edge: f64,
}

impl GibbsWeights {
    /// The number of weights.
    pub(crate) const COUNT: usize = 5;

    /// For each weight the number of cells that it counts in a fleet, in the order of the fields. Ships that lie outside
    /// of the field or have lengths of other rules are left out.
    pub fn cells(rules: &Rules, fleet: &Fleet) -> [u32; 5] {
        crate::hunters::weighed_cells(rules, fleet)
    }

    /// The weights in the order of the fields.
    pub(crate) const fn values(&self) -> [f64; Self::COUNT] {
        let Self { halo, contact, edge, overlap, short_edge } = *self;
        [halo, contact, edge, overlap, short_edge]
    }

    /// The weights with these values, in the order of the fields.
    pub(crate) const fn of_values(values: [f64; Self::COUNT]) -> Self {
        let [halo, contact, edge, overlap, short_edge] = values;
        Self { halo, contact, edge, overlap, short_edge }
    }

    /// The energy of a fleet with these numbers of cells.
    pub(crate) fn energy(&self, cells: [u32; Self::COUNT]) -> f64 {
        self.values()
            .iter()
            .zip(cells)
            .map(|(weight, cells)| weight * f64::from(cells))
            .sum()
    }
}

/// A component of a [`Mixture`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MixtureComponent {
    /// How often a fleet is drawn from it, relative to the other components.
    pub share: f64,
    /// Its distribution.
    pub weights: GibbsWeights,
}

/// A mixture of Gibbs distributions: first a component is drawn by its share, then a fleet from it.
///
/// ```
/// use tilewright_battleship::{GibbsWeights, Mixture, Placer, Rules};
/// use tilewright_grid::Seed;
///
/// // Long ships with few cells beside them: at the border, and close together.
/// let mixture = Mixture::from(GibbsWeights { halo: 2.0, ..GibbsWeights::default() });
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::mixture(&rules, &mixture);
/// assert!(rules.is_legal(&placer.draw(&rules, &mut Seed(1).rng())?));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<MixtureComponent>", into = "Vec<MixtureComponent>")]
pub struct Mixture(Vec<MixtureComponent>);

impl Mixture {
    /// A mixture of these components.
    ///
    /// # Errors
    /// [`FleetError::Mixture`] when there are none or more than 64, a share is not from 10⁻⁶ to 10⁶, or a weight is not from −100
    /// to 100.
    pub fn new(components: Vec<MixtureComponent>) -> Result<Self, FleetError> {
        let wrong = |what: String| Err(FleetError::Mixture(what));
        if components.is_empty() || components.len() > MAX_COMPONENTS {
            let found = components.len();
            return wrong(format!("1 to {MAX_COMPONENTS} components, found {found}"));
        }
        for MixtureComponent { share, weights } in &components {
            let [least, most] = SHARES;
            if !(least..=most).contains(share) {
                return wrong(format!("shares from {least} to {most}, found {share}"));
            }
            Self::checked(weights)?;
        }
        Ok(Self(components))
    }

    /// Checks the weights of a component.
    pub(crate) fn checked(weights: &GibbsWeights) -> Result<(), FleetError> {
        let is_wrong = |weight: &f64| weight.is_nan() || weight.abs() > MAX_WEIGHT;
        let most = MAX_WEIGHT;
        match weights.values().into_iter().find(is_wrong) {
            None => Ok(()),
            Some(weight) => Err(FleetError::Mixture(format!(
                "weights from -{most} to {most}, found {weight}"
            ))),
        }
    }

    /// Its components, at least one.
    pub fn components(&self) -> &[MixtureComponent] {
        &self.0
    }
}

/// A single distribution.
///
/// # Panics
/// When a weight is not from −100 to 100.
impl From<GibbsWeights> for Mixture {
    fn from(weights: GibbsWeights) -> Self {
        let component = MixtureComponent { share: 1.0, weights };
        Self::new(vec![component]).expect("weights are from -100 to 100")
    }
}

impl TryFrom<Vec<MixtureComponent>> for Mixture {
    type Error = FleetError;

    fn try_from(components: Vec<MixtureComponent>) -> Result<Self, FleetError> {
        Self::new(components)
    }
}

impl From<Mixture> for Vec<MixtureComponent> {
    fn from(mixture: Mixture) -> Self {
        mixture.0
    }
}

/// How long the best response that was found takes to sink the fleets of a placer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorstCase {
    /// The mean number of shots.
    pub shots: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of games.
    pub games: u32,
    /// The hunter that sinks the fleets fastest of all that were tried.
    pub hunter: SkilledHunter,
    /// Whether this hunter knows the placer.
    pub knows: bool,
}

impl WorstCase {
    /// The worst case of a placer that needs no file, by its name; none if it was not measured by these rules.
    pub fn of_built_in(name: &str, rules: &Rules) -> Option<Self> {
        if *rules != Rules::russian(10, 10).ok()? {
            return None;
        }
        // `cargo xtask bench battleship-hunters` and `battleship-adversarial` measure them again.
        let (strategy, knows, shots, error, games) = match name {
            "uniform" => (Strategy::Density, false, 55.8, 0.07, 10_000),
            "two-columns" => (Strategy::Veteran, true, 57.1, 0.11, 5500),
            _ => return None,
        };
        Some(Self { shots, error, games, hunter: strategy.into(), knows })
    }
}

/// A mixture with the rules that it was made for: the document `tilewright/placer/1`.
///
/// ```
/// use tilewright_battleship::PlacerFile;
///
/// let file = PlacerFile::adversarial();
/// assert_eq!(PlacerFile::read(&file.to_json())?, file);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlacerFile {
    /// The rules.
    pub rules: Rules,
    /// The distribution of the fleets.
    pub mixture: Mixture,
    /// The worst case, if it was measured.
    pub worst: Option<WorstCase>,
    /// How it was made, for people.
    pub made: Option<String>,
}

/// The document, as it is written and read; other keys are ignored.
#[derive(Serialize, Deserialize)]
struct PlacerDocument {
    rows: u32,
    columns: u32,
    touch: Touch,
    lengths: Roster,
    components: Mixture,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worst: Option<WorstCase>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<String>,
}

impl PlacerFile {
    /// Whether a text states to be such a document, whatever else it holds.
    pub fn is_named_in(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        serde_json::from_str(text)
            .is_ok_and(|head: Head| head.schema.starts_with("tilewright/placer/"))
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When the text is no such document, or its rules or weights are wrong.
    pub fn read(text: &str) -> Result<Self, FleetError> {
        let read: PlacerDocument = SCHEMA.read(text)?;
        let rules =
            Rules::new(Size::new(read.rows, read.columns), read.lengths, read.touch)?;
        Self::check(&rules)?;
        Ok(Self { rules, mixture: read.components, worst: read.worst, made: read.made })
    }

    /// Checks that a document can have these rules.
    pub(crate) fn check(rules: &Rules) -> Result<(), FleetError> {
        let ships = rules.roster().ships();
        if ships > MAX_SHIPS {
            let what = format!("at most {MAX_SHIPS} ships, found {ships}");
            return Err(FleetError::Mixture(what));
        }
        Ok(())
    }

    /// The document as one line of JSON.
    ///
    /// # Panics
    /// Never: all its values have a form in JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.document()).expect("a placer is plain data") + "\n"
    }

    /// The document, for serde.
    pub fn document(&self) -> impl Serialize {
        SCHEMA.document(PlacerDocument {
            rows: self.rules.size().rows,
            columns: self.rules.size().columns,
            touch: self.rules.touch(),
            lengths: self.rules.roster().clone(),
            components: self.mixture.clone(),
            worst: self.worst,
            made: self.made.clone(),
        })
    }

    /// The built-in placer `adversarial`, for the standard game on 10 × 10. `cargo run --release -p tilewright-battleship
    /// --example adversarial` searches for such weights.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn adversarial() -> Self {
        let text = include_str!("../placers/adversarial-10x10.json");
        Self::read(text).expect("the built-in file is valid")
    }
}
