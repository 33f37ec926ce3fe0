CREATE TABLE `device_actions` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`appointment_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `device_actions_appointment` ON `device_actions` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `driver_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` integer NOT NULL,
	`appointment_id` text,
	`reason` text,
	`text` text NOT NULL,
	`reported_by` text NOT NULL,
	`user_id` text NOT NULL,
	`photo_id` text,
	`photo_storage_key` text,
	`device_at` text,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_reports_photo_id_unique` ON `driver_reports` (`photo_id`);--> statement-breakpoint
CREATE INDEX `driver_reports_open` ON `driver_reports` (`resolved_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_reports_appointment` ON `driver_reports` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `route_orders` (
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`stop_ids` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`driver_id`, `date`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `not_delivered_reason` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `arrival_at` integer;--> statement-breakpoint
CREATE INDEX `appointments_place` ON `appointments` (`location`,`completed_at`) WHERE "appointments"."latitude" is not null;
--> statement-breakpoint
DROP TRIGGER `changes_drivers_made`;
--> statement-breakpoint
CREATE TRIGGER `changes_drivers_made` AFTER INSERT ON `drivers` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', new.`id`, 0);
END;
--> statement-breakpoint
DROP TRIGGER `changes_drivers_changed`;
--> statement-breakpoint
CREATE TRIGGER `changes_drivers_changed` AFTER UPDATE ON `drivers` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', new.`id`, 0);
END;
--> statement-breakpoint
DROP TRIGGER `changes_drivers_gone`;
--> statement-breakpoint
CREATE TRIGGER `changes_drivers_gone` AFTER DELETE ON `drivers` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', old.`id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_driver_reports_made` AFTER INSERT ON `driver_reports` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', new.`driver_id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_driver_reports_changed` AFTER UPDATE ON `driver_reports` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', new.`driver_id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_route_orders_made` AFTER INSERT ON `route_orders` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', new.`driver_id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_route_orders_changed` AFTER UPDATE ON `route_orders` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', new.`driver_id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_route_orders_gone` AFTER DELETE ON `route_orders` BEGIN
	INSERT INTO `changes` (`topic`, `driver_id`, `slots`) VALUES ('drivers', old.`driver_id`, 0);
END;
