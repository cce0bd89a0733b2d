/**
 * The clock of the database, for the FROM of an UPDATE that needs the time within CASE or COALESCE: Citus takes no `now()` there. All
 * workers compare leases with it. `clock_timestamp()` is refused in every write.
 */
export const CLOCK = '(SELECT now() AS now) AS clock';
