ALTER TABLE `appointments` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `device_actions` ADD `content_hash` text;