-- The chart of confirmation times, over all tenants.
CREATE INDEX statistics_confirmations ON statistics (grain, at) WHERE series = 'confirmations';
