DROP INDEX `invoice_lines_appointment`;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `tax_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `date` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `public_code` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `place` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `invoice_lines_appointment` ON `invoice_lines` (`appointment_id`,`amount_cents`,`tax_cents`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `company` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `terms_days` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `paid_by` text;--> statement-breakpoint
-- Older invoices keep what they would have said today. The triggers are made again after the migration.
DROP TRIGGER IF EXISTS `invoices_changed`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `invoice_lines_changed`;--> statement-breakpoint
UPDATE `invoices` SET `terms_days` = julianday(`due_on`) - julianday(`issued_on`);--> statement-breakpoint
UPDATE `invoice_lines` SET (`date`, `public_code`, `place`) = (
	SELECT a.`date`, a.`public_code`, a.`location` || coalesce(', ' || nullif(a.`slip_number`, ''), '')
	FROM `appointments` a WHERE a.`id` = `invoice_lines`.`appointment_id`
);--> statement-breakpoint
UPDATE `charges` SET `paid_by` = coalesce((
	SELECT p.`way` FROM `account_payments` p
	JOIN `account_deliveries` d ON d.`user_id` = p.`user_id`
	WHERE d.`appointment_id` = `charges`.`appointment_id` AND p.`created_at` = `charges`.`settled_at` LIMIT 1
), 'check') WHERE `state` = 'cash' AND `error_code` = 'house_account';
