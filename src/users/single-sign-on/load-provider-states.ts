import { openProvider } from './open-provider.ts'
import type { Provider } from './provider.ts'

/** Whether a provider answers now; `why` not, in English for the operator. */
export type ProviderState = { provider: Provider; answers: boolean; why: string | null }

/** Asks all providers at once about themselves. Takes some seconds when one does not answer. */
export function loadProviderStates(providers: readonly Provider[]): Promise<ProviderState[]> {
  return Promise.all(
    providers.map(async (provider) => {
      try {
        await openProvider(provider)
        return { provider, answers: true, why: null }
      } catch (error) {
        return { provider, answers: false, why: (error as Error).message }
      }
    }),
  )
}
