CREATE TABLE `audit_details` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`values` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` text NOT NULL,
	`hash` text,
	`sealed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_entry_id_unique` ON `audit_seals` (`entry_id`);--> statement-breakpoint
CREATE INDEX `audit_seals_waiting` ON `audit_seals` (`number`) WHERE "audit_seals"."hash" is null;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `thing` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `user_id` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `details_hash` text;--> statement-breakpoint
CREATE INDEX `audit_log_thing` ON `audit_log` (`thing`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
UPDATE `audit_log` SET `thing` = substr(`action`, 1, instr(`action`, '.') - 1), `user_id` = (SELECT `user_id` FROM `appointments` WHERE `appointments`.`id` = `audit_log`.`appointment_id`);
