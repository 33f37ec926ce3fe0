ALTER TABLE `appointments` ADD `card_fingerprint` text;--> statement-breakpoint
CREATE INDEX `appointments_open_phone` ON `appointments` (`held_by_phone`,`date`) WHERE "appointments"."status" = 'pending' and "appointments"."held_by_phone" is not null;--> statement-breakpoint
CREATE INDEX `appointments_open_card` ON `appointments` (`card_fingerprint`,`date`) WHERE "appointments"."status" = 'pending' and "appointments"."card_fingerprint" is not null;--> statement-breakpoint
ALTER TABLE `card_tries` ADD `saved_at` integer;