import { parseArgs } from 'node:util'
import type { StageSettings } from '../stage-settings.ts'
import { isStageName, stages } from '../stages.ts'
import type { DataFormat, DeploymentMoment } from '../../shared/format/data-format.ts'
import {
  refusalOfData,
  refusalOfDeployment,
  type Release,
  stagePlace,
  thisRelease,
} from '../release/formats.ts'
import { dataIn, recordDeployment } from '../release/open-data.ts'
import { describeFindings } from './check-stage.ts'
import type { ClientConfig, PreflightFinding } from './preflight.ts'
import { findIncomplete } from './stacks.ts'

/**
 * How many stacks are deployed at once. What they ask for together is no more than an account has of any service's calls
 * (`test/infra/stacks/limits.test.ts`); a stack that is refused too often goes back. A release asks for more of Lambda than a
 * first create does, and CodeDeploy gives up at once where it may not move an alias.
 */
export const stacksAtOnce = { made: 4, changed: 3 }

export interface Deployment {
  /** Runs `cdk` with these arguments, and answers its exit code. */
  readonly cdk: (words: readonly string[]) => Promise<number>
  readonly say: (text: string) => void
  /** What would keep the deploy from ending well. */
  readonly check: (settings: StageSettings, config: ClientConfig) => Promise<readonly PreflightFinding[]>
  /** Asks the stage's administer function; undefined where there is none yet. */
  readonly administer: (
    settings: StageSettings,
    config: ClientConfig,
    command: object,
  ) => Promise<object | undefined>
  readonly release?: Release
  readonly client?: ClientConfig
}

const options = {
  context: { type: 'string', short: 'c', multiple: true },
  profile: { type: 'string' },
  app: { type: 'string', short: 'a' },
} as const

/** @throws Error that names the stages */
const readWords = (given: readonly string[]) => {
  const { values } = parseArgs({ args: [...given], options, strict: false })
  const context = (values.context ?? []).map(String)
  const named = context.find(one => one.startsWith('stage='))
  const name = named?.slice('stage='.length) ?? 'dev'
  if (!isStageName(name) || name === 'local')
    throw new Error(`There is no stage "${name}" to deploy: -c stage=dev, staging or prod`)
  const settings: StageSettings = stages[name]
  const profile = values.profile?.toString()
  const { region } = settings
  const config = { ...(region && { region }), ...(profile && { profile }) }
  if (values.app !== undefined && context.includes('canary=no'))
    throw new Error('-c canary=no changes the templates: leave out --app, so that they are made anew')
  return { settings, config, isUnchecked: context.includes('preflight=no') }
}

/** Without the assembly that was made before: what is not protected yet has other templates. */
const withoutApp = (given: readonly string[]): readonly string[] =>
  given.filter((word, at) => !/^(--app\b|-a$)/.test(word) && !/^(--app|-a)$/.test(given[at - 1] ?? ''))

interface DeployedStage {
  readonly settings: StageSettings
  readonly config: ClientConfig
}

/**
 * Deploys all stacks of a stage as `cdk deploy` does, and answers its exit code. CDK switches termination protection on
 * before a stack has any resource, and CloudFormation cannot take back a table that is protected from deletion: a first
 * create that failed could be neither repeated nor removed. What is not complete is deployed without, and a second run
 * protects it.
 */
const deployStacks = async (
  given: readonly string[],
  { settings, config }: DeployedStage,
  { cdk, say }: Deployment,
): Promise<number> => {
  const wordsAt = (pace: keyof typeof stacksAtOnce, words = given) => [
    'deploy',
    '--all',
    '--concurrency',
    `${stacksAtOnce[pace]}`,
    '--require-approval',
    'never',
    ...words,
  ]
  const incomplete = settings.keepsData ? await findIncomplete(settings, config) : []
  if (incomplete.length === 0) return cdk(wordsAt(settings.keepsData ? 'changed' : 'made'))
  say(`Not complete yet, and not protected until they are: ${incomplete.join(', ')}.`)
  const code = await cdk([...wordsAt('made', withoutApp(given)), '-c', `incomplete=${incomplete.join(',')}`])
  if (code !== 0) return code
  say('All stacks are complete, and now protected from deletion.')
  return cdk(wordsAt('changed'))
}

type AskStage = (command: object) => Promise<object | undefined>

/** The data of the stage, as its functions see it; undefined where there are none, or nothing was complete. */
const findData = async (administer: AskStage): Promise<DataFormat | undefined> => {
  const answer = await administer({ command: 'showStage' })
  return answer && (dataIn(answer) ?? undefined)
}

/**
 * Deploys a stage, and answers the exit code. What would keep that from ending well is said first, and nothing begins that
 * would fail, or would write what the code that runs, or a release to go back to, cannot read. The data says so before new
 * code writes, and after old code has ended.
 */
export const deploy = async (given: readonly string[], deployment: Deployment): Promise<number> => {
  const { say, check, client, release = thisRelease } = deployment
  const { settings, config: named, isUnchecked } = readWords(given)
  const config = { ...named, ...client }
  const findings = isUnchecked ? [] : await check(settings, config)
  if (findings.length > 0) say(describeFindings(findings))
  if (findings.some(({ isFatal }) => isFatal)) {
    say('Nothing was deployed. -c preflight=no deploys all the same.')
    return 1
  }
  const administer: AskStage = command => deployment.administer(settings, config, command)
  const record = (moment: DeploymentMoment) =>
    recordDeployment(async command => (await administer(command)) ?? {}, release, moment)
  const place = stagePlace(settings)
  const before = await findData(administer)
  const refusal = before && refusalOfDeployment(before, release, place)
  if (refusal) {
    say(`${refusal}\nNothing was deployed.`)
    return 1
  }
  if (before) await record('begins')
  const code = await deployStacks(given, { settings, config }, deployment)
  if (code !== 0) return code
  // A table that a stage of this name has left is seen now.
  const after = await findData(administer)
  const unreadable = after && refusalOfData(after, release, place)
  if (unreadable) {
    say(unreadable)
    return 1
  }
  await record('complete')
  return 0
}
