ALTER TABLE `outbox` ADD `unconfirmed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_unconfirmed` ON `outbox` (`channel`) WHERE "outbox"."unconfirmed" > 0;