import {
  AggregatorRegistry,
  type PrometheusContentType,
  prometheusContentType,
  type Registry,
} from 'prom-client'

type Labels = Partial<Record<string, string | number>>

/** A value of a family: for a histogram one per bucket, the sum and the count. */
type Value = { value: number; labels: Labels; metricName?: string }

/** Metrics of one or several processes, as sent between them. */
export type Figures = readonly { name: string; values: readonly Value[] }[]

/** The content type of the text. */
export const EXPOSITION = prometheusContentType

/** The sum of several processes' metrics. */
export async function sumOf(all: readonly Figures[]): Promise<Figures> {
  return aggregated(all).getMetricsAsJSON()
}

/** Metrics in Prometheus's text format. */
export function exposition(all: readonly Figures[]): Promise<string> {
  return aggregated(all).metrics()
}

/** Only the counters: they stay after the process ends, its gauges do not. */
export function countersOf(figures: Figures): Figures {
  return figures.filter((family) => 'type' in family && family.type !== 'gauge')
}

/** The values of a family. */
export function valuesOf(figures: Figures, name: string): readonly Value[] {
  return figures.find((family) => family.name === name)?.values ?? []
}

function aggregated(all: readonly Figures[]): Registry<PrometheusContentType> {
  return AggregatorRegistry.aggregate(all.map((figures) => [...figures]))
}
