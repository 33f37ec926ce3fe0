ALTER TABLE `sessions` ADD `retired_at` integer;--> statement-breakpoint
CREATE INDEX `challenges_user` ON `challenges` (`user_id`,`expires_at`);