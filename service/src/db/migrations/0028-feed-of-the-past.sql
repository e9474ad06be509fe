-- What was handed out before tenants had a feed gets its place in it. What still waits in the outbox gets its own when it
-- is handed out. The order is that of time, and within an account that of its sequence: clocks may have stepped back, so
-- an event counts as no older than those before it.
INSERT INTO tenant_feed (tenant_id, network, number, account_id, sequence)
SELECT tenant_id, network,
       row_number() OVER (PARTITION BY tenant_id, network ORDER BY no_older_than, account_id, sequence),
       account_id, sequence
  FROM (
    SELECT tenant_id, network, account_id, sequence,
           max(created_at) OVER (PARTITION BY tenant_id, network, account_id ORDER BY sequence) AS no_older_than
      FROM events
     WHERE NOT EXISTS (SELECT FROM event_outbox AS waiting
                        WHERE waiting.tenant_id = events.tenant_id AND waiting.id = events.id)
  ) AS past;

INSERT INTO tenant_feed_numbers (tenant_id, network, last_number)
SELECT tenant_id, network, max(number) FROM tenant_feed GROUP BY tenant_id, network;
