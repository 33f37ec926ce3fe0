DROP INDEX `appointments_date`;--> statement-breakpoint
DROP INDEX `appointments_occupancy`;--> statement-breakpoint
CREATE INDEX `appointments_occupancy` ON `appointments` (`date`,`window_index`,`status`,`hold_expires_at`);