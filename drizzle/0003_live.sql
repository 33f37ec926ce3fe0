CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`appointment_id` text,
	`user_id` text,
	`driver_id` integer,
	`slots` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `changes_appointment_made` AFTER INSERT ON `appointments` BEGIN
	INSERT INTO `changes` (`topic`, `appointment_id`, `user_id`, `driver_id`, `slots`)
	VALUES ('appointments', new.`id`, new.`user_id`, new.`driver_id`, 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_appointment_changed` AFTER UPDATE ON `appointments` BEGIN
	INSERT INTO `changes` (`topic`, `appointment_id`, `user_id`, `driver_id`, `slots`)
	VALUES ('appointments', new.`id`, new.`user_id`, new.`driver_id`,
		old.`date` IS NOT new.`date` OR old.`window_index` IS NOT new.`window_index`
		OR (old.`status` = 'cancelled') IS NOT (new.`status` = 'cancelled')
		OR old.`hold_expires_at` IS NOT new.`hold_expires_at`);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_appointment_reassigned` AFTER UPDATE OF `driver_id` ON `appointments`
WHEN old.`driver_id` IS NOT NULL AND old.`driver_id` IS NOT new.`driver_id` BEGIN
	INSERT INTO `changes` (`topic`, `appointment_id`, `user_id`, `driver_id`)
	VALUES ('appointments', new.`id`, new.`user_id`, old.`driver_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_appointment_gone` AFTER DELETE ON `appointments` BEGIN
	INSERT INTO `changes` (`topic`, `appointment_id`, `user_id`, `driver_id`, `slots`)
	VALUES ('appointments', old.`id`, old.`user_id`, old.`driver_id`, 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_charge_made` AFTER INSERT ON `charges` BEGIN
	INSERT INTO `changes` (`topic`, `appointment_id`, `user_id`, `driver_id`)
	SELECT 'appointments', `id`, `user_id`, `driver_id` FROM `appointments` WHERE `id` = new.`appointment_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `changes_charge_changed` AFTER UPDATE ON `charges` BEGIN
	INSERT INTO `changes` (`topic`, `appointment_id`, `user_id`, `driver_id`)
	SELECT 'appointments', `id`, `user_id`, `driver_id` FROM `appointments` WHERE `id` = new.`appointment_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `changes_availability_slots_made` AFTER INSERT ON `availability_slots` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_availability_slots_changed` AFTER UPDATE ON `availability_slots` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_availability_slots_gone` AFTER DELETE ON `availability_slots` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_booking_settings_made` AFTER INSERT ON `booking_settings` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_booking_settings_changed` AFTER UPDATE ON `booking_settings` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_booking_settings_gone` AFTER DELETE ON `booking_settings` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_fuel_prices_made` AFTER INSERT ON `fuel_prices` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('prices', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_fuel_prices_changed` AFTER UPDATE ON `fuel_prices` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('prices', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_fuel_prices_gone` AFTER DELETE ON `fuel_prices` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('prices', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_support_settings_made` AFTER INSERT ON `support_settings` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('support', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_support_settings_changed` AFTER UPDATE ON `support_settings` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('support', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_support_settings_gone` AFTER DELETE ON `support_settings` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('support', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_weather_data_made` AFTER INSERT ON `weather_data` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('weather', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_weather_data_changed` AFTER UPDATE ON `weather_data` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('weather', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_weather_data_gone` AFTER DELETE ON `weather_data` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('weather', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_drivers_made` AFTER INSERT ON `drivers` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('drivers', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_drivers_changed` AFTER UPDATE ON `drivers` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('drivers', 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_drivers_gone` AFTER DELETE ON `drivers` BEGIN
	INSERT INTO `changes` (`topic`, `slots`) VALUES ('drivers', 0);
END;
--> statement-breakpoint
INSERT INTO `changes` (`topic`, `slots`) VALUES ('slots', 1);
