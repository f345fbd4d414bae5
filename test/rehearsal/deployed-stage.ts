import type { StageName } from '../../infra/stages.ts'
import type { Environments } from './lambda-api.ts'

/** A stage that a rehearsal has deployed. */
export interface DeployedStage {
  readonly name: StageName
  /** Of the services that it was deployed into. */
  readonly endpoint: string
  /** Of the API, as its callers see it. */
  readonly url: string
  /** Of all of its stacks. */
  readonly outputs: Readonly<Record<string, string>>
  /** What the functions were deployed with. */
  readonly environments: Environments
}

const variable = 'REHEARSED_STAGE'

/** For the process in which the journeys run. */
export const asVariable = (stage: DeployedStage): Readonly<Record<string, string>> => ({
  [variable]: JSON.stringify(stage),
})

/** @throws Error in a process that no rehearsal has started */
export const deployedStage = (): DeployedStage => {
  const written = process.env[variable]
  if (written === undefined) throw new Error('Journeys against a deployed stage are run by npm run rehearse')
  return JSON.parse(written) as DeployedStage
}
