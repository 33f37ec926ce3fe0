CREATE TABLE `loads` (
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`regular_gallons_tenths` integer NOT NULL,
	`premium_gallons_tenths` integer NOT NULL,
	`small_ice_bags` integer NOT NULL,
	`large_ice_bags` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`date`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
