-- Who closed an anonymous poll early: its closing is told once the poll is sealed, by the service itself.
alter table polls add column closed_by bigint;
