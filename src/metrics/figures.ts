import {
  AggregatorRegistry,
  type PrometheusContentType,
  prometheusContentType,
  type Registry,
} from 'prom-client'

type Labels = Partial<Record<string, string | number>>

/** A value of a family: of a histogram one for each bucket, for the sum and for the count. */
type Value = { value: number; labels: Labels; metricName?: string }

/** Figures of one process, or of several, as they travel between them. */
export type Figures = readonly { name: string; values: readonly Value[] }[]

/** The content type of the text. */
export const EXPOSITION = prometheusContentType

/** The figures of several processes together. */
export async function sumOf(all: readonly Figures[]): Promise<Figures> {
  return aggregated(all).getMetricsAsJSON()
}

/** Figures in the text format of Prometheus. */
export function exposition(all: readonly Figures[]): Promise<string> {
  return aggregated(all).metrics()
}

/** What a process counted goes on counting after its end; what it held, it holds no more. */
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
