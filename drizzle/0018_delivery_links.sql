ALTER TABLE `appointments` ADD `link_hash` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `link_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_link` ON `appointments` (`link_hash`);