CREATE TABLE `closed_months` (
	`month` text PRIMARY KEY NOT NULL,
	`last_entry` integer NOT NULL,
	`sums` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL
);
