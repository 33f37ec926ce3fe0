CREATE TABLE `left_loads` (
	`date` text NOT NULL,
	`driver_id` integer NOT NULL,
	`truck_id` integer NOT NULL,
	`regular_gallons_tenths` integer NOT NULL,
	`premium_gallons_tenths` integer NOT NULL,
	`small_ice_bags` integer NOT NULL,
	`large_ice_bags` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`date`, `driver_id`, `truck_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `former_fuel` text;--> statement-breakpoint
ALTER TABLE `delivery_entries` ADD `truck_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `loads` ADD `truck_id` integer;
--> statement-breakpoint
-- The start after this migration creates these triggers again.
DROP TRIGGER IF EXISTS `delivery_entries_changed`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `delivery_entries_gone`;--> statement-breakpoint
-- Nobody pumps the fuel of a test order. Closed days keep their figures.
DELETE FROM `delivery_entries`
WHERE `id` > coalesce((SELECT max(`last_delivery`) FROM `closed_days`), 0)
	AND `appointment_id` IN (SELECT `id` FROM `appointments` WHERE `test_mode`);--> statement-breakpoint
-- The truck as it was calculated until now: on the ticket, or else the driver's choice for the date, the
-- only active truck, or the driver's last earlier choice if that truck is active.
UPDATE `delivery_entries` SET `truck_id` = coalesce(
	nullif((SELECT `series` FROM `tickets` WHERE `tickets`.`appointment_id` = `delivery_entries`.`appointment_id`), 0),
	(SELECT `truck_id` FROM `truck_days` WHERE `truck_days`.`driver_id` = `delivery_entries`.`driver_id` AND `date` = `delivered_on`),
	(SELECT `id` FROM `trucks` WHERE `is_active` AND (SELECT count(*) FROM `trucks` WHERE `is_active`) = 1),
	(SELECT `trucks`.`id` FROM `trucks` WHERE `is_active` AND `trucks`.`id` = (
		SELECT `truck_id` FROM `truck_days` WHERE `truck_days`.`driver_id` = `delivery_entries`.`driver_id`
			AND `date` < `delivered_on` ORDER BY `date` DESC LIMIT 1)),
	0);--> statement-breakpoint
UPDATE `loads` SET `truck_id` = coalesce(
	(SELECT `truck_id` FROM `truck_days` WHERE `truck_days`.`driver_id` = `loads`.`driver_id` AND `truck_days`.`date` = `loads`.`date`),
	(SELECT `id` FROM `trucks` WHERE `is_active` AND (SELECT count(*) FROM `trucks` WHERE `is_active`) = 1),
	(SELECT `trucks`.`id` FROM `trucks` WHERE `is_active` AND `trucks`.`id` = (
		SELECT `truck_id` FROM `truck_days` WHERE `truck_days`.`driver_id` = `loads`.`driver_id`
			AND `truck_days`.`date` < `loads`.`date` ORDER BY `truck_days`.`date` DESC LIMIT 1)));
