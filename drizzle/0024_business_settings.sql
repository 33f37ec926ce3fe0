CREATE TABLE `business_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`confirm_above_cents` integer,
	`confirm_refunds_above_cents` integer,
	`service_radius_miles` integer,
	`messages_from_hour` integer,
	`messages_until_hour` integer,
	`asks_for_photo` integer,
	`asks_for_signature` integer,
	`updated_at` integer NOT NULL
);
