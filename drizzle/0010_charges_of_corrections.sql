DROP INDEX `charges_appointment_id_unique`;--> statement-breakpoint
ALTER TABLE `charges` ADD `kind` text DEFAULT 'delivery' NOT NULL;--> statement-breakpoint
ALTER TABLE `charges` ADD `sequence` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `charges` ADD `received_cents` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_sequence` ON `charges` (`appointment_id`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_payable` ON `charges` (`appointment_id`) WHERE "charges"."state" not in ('succeeded', 'cash', 'held');--> statement-breakpoint
UPDATE `charges` SET `received_cents` = (SELECT `total_paid_cents` FROM `appointments` WHERE `appointments`.`id` = `charges`.`appointment_id`) WHERE `state` IN ('succeeded', 'cash');--> statement-breakpoint
INSERT INTO `charges` (`id`, `appointment_id`, `kind`, `sequence`, `amount_cents`, `lines`, `state`, `attempt`, `error_code`, `error_message`, `refunded_cents`, `created_at`, `updated_at`)
SELECT `c`.`appointment_id` || ':2', `c`.`appointment_id`, 'delivery', 2, `a`.`remaining_balance_cents`, '{"fuel":0,"ice":0,"delivery":0}', 'declined', 0, 'paid_in_part', 'Only a part was paid.', 0, `c`.`updated_at`, `c`.`updated_at`
FROM `charges` `c` JOIN `appointments` `a` ON `a`.`id` = `c`.`appointment_id` WHERE `c`.`state` = 'succeeded' AND `a`.`remaining_balance_cents` > 0;--> statement-breakpoint
UPDATE `charges` SET `amount_cents` = `received_cents` WHERE `state` = 'succeeded' AND `received_cents` < `amount_cents`;
