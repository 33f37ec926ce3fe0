-- Reports that wait for staff enter the queue with all else that waits for them.
INSERT INTO `review_items` (`id`, `kind`, `appointment_id`, `reason`, `payload`, `dedupe_key`, `state`, `created_at`)
SELECT 'report-' || `id`, 'driver_report', `appointment_id`, `text`, json_object('reportId', `id`), 'report:' || `id`, 'open', `created_at`
FROM `driver_reports` WHERE `resolved_at` IS NULL
ON CONFLICT (`dedupe_key`) DO NOTHING;
