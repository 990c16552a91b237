//! The core: the rules (docs/rules.md) clause by clause, properties of random
//! games, records (docs/record.md), and the `tamsk replay` command. Names cite
//! the clauses. It is one program, so that it links once.

#[path = "../common/mod.rs"]
mod common;

mod cli;
mod golden;
mod notation;
mod properties;
mod random_games;
mod readings;
mod record_format;
mod rules_1_equipment;
mod rules_2_time;
mod rules_3_start;
mod rules_4_turn;
mod rules_5_whose_turn;
mod rules_6_rings;
mod rules_7_move_timer;
mod rules_8_end;
mod rules_9_pauses;
