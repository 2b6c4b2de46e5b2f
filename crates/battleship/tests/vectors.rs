//! Tests of the article's fitness against test vectors, and against the rules.

use proptest::prelude::*;
use serde_json::Value;
use tilewright_battleship::{Chromosome, FleetError, Roster, Rules, Touch};
use tilewright_grid::Size;

fn genes(vector: &Value) -> Vec<i32> {
    let genes = vector["chromosome"].as_array().unwrap().iter();
    genes.map(|gene| gene.as_i64().unwrap() as i32).collect()
}

#[test]
fn fitness_and_legality_are_those_of_the_vectors() {
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("data/chromosomes.json")).unwrap();
    assert_eq!(vectors.len(), 111);
    for vector in &vectors {
        let side = |name: &str| vector[name].as_u64().unwrap() as u32;
        let rules = Rules::russian(side("rows"), side("columns")).unwrap();
        let genes = genes(vector);
        let chromosome = Chromosome::new(&rules, &genes).unwrap();
        let expected = vector["fitness"].as_f64().unwrap();
        let found = chromosome.fitness().value();
        assert!((found - expected).abs() < 1e-6, "{vector}: {found}");
        assert_eq!(rules.is_legal(&chromosome.fleet()), vector["legal"], "{vector}");
    }
}

#[test]
fn genes_out_of_range_are_errors() {
    let rules = Rules::russian(7, 9).unwrap();
    let fine = [1, 1, 0].repeat(10);
    for (at, gene, says) in [
        (0, 0, "gene 1 is a row from 1 to 7, found 0"),
        (0, 8, "gene 1 is a row from 1 to 7, found 8"),
        (4, -3, "gene 5 is a column from 1 to 9, found -3"),
        (29, 2, "gene 30 is an orientation from 0 to 1, found 2"),
    ] {
        let mut genes = fine.clone();
        genes[at] = gene;
        assert_eq!(Chromosome::new(&rules, &genes).unwrap_err().to_string(), says);
    }
    let short = Chromosome::new(&rules, &fine[..27]).unwrap_err();
    assert_eq!(short, FleetError::GeneCount { ships: 10, found: 27 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn fitness_is_0_exactly_when_the_fleet_is_legal(
        (rows, columns) in (4_u32..27, 4_u32..27),
        lengths in proptest::collection::vec(1_u32..5, 1..8),
        draws in proptest::collection::vec((0_u32..676, 0_u32..676, 0_i32..2), 8),
    ) {
        let roster = Roster::new(lengths).unwrap();
        let ships = roster.ships();
        let Ok(rules) = Rules::new(Size::new(rows, columns), roster, Touch::Never) else {
            return Ok(());
        };
        let gene = |&(row, column, way): &(u32, u32, i32)| {
            [(row % rows).cast_signed() + 1, (column % columns).cast_signed() + 1, way]
        };
        let genes: Vec<i32> = draws[..ships].iter().flat_map(gene).collect();
        let chromosome = Chromosome::new(&rules, &genes).unwrap();
        let fleet = chromosome.fleet();
        prop_assert_eq!(chromosome.fitness().is_legal(), rules.is_legal(&fleet));
        prop_assert_eq!(rules.is_legal(&fleet), rules.clashes(&fleet).is_empty());
    }
}
