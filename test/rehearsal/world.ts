import type { Emulator } from '../../infra/emulator/emulator.ts'
import type { StageSettings } from '../../infra/stage-settings.ts'
import { hostsAt, stages } from '../../infra/stages.ts'
import { openTenancy, type World } from '../support/environment.ts'
import type { DeployedStage } from './deployed-stage.ts'
import { lambdaApi } from './lambda-api.ts'
import { accessTo } from './ministack.ts'
import { apply } from './settings.ts'

/** Receivers are on this machine, and photos and pages are where the API is. */
const onThisMachine = (
  { name, url }: DeployedStage,
  settings: Partial<StageSettings>,
): Partial<StageSettings> => ({
  ...settings,
  webhooks: { ...stages[name].webhooks, ...settings.webhooks, allowLocalReceivers: true },
  hosts: { ...hostsAt(null), links: url, media: url },
})

const laptopAlone = (what: string): never => {
  throw new Error(`${what}: journeys that read the laptop's emulator itself are none of a rehearsal's`)
}

/** As much of the emulator as any account has: what the stacks put out, and the functions. */
const emulatorOf = ({ name, endpoint, outputs }: DeployedStage): Emulator => {
  const emulator: Pick<Emulator, 'outputs' | 'environment' | 'invoke'> = {
    outputs,
    environment: accessTo(endpoint),
    // What a journey says of the laptop's functions, said of this stage's.
    invoke: (functionName, payload) =>
      lambdaApi(endpoint).invoke(
        functionName.replace(stages.local.prefix, stages[name].prefix),
        payload as object,
      ),
  }
  return new Proxy(emulator as Emulator, {
    get: (all, field) => Reflect.get(all, field) ?? laptopAlone(String(field)),
  })
}

/** A deployed stage as the journeys know the laptop. */
export const startDeployedWorld = async (
  stage: DeployedStage,
  settings: Partial<StageSettings>,
): Promise<World> => {
  await apply(stage, onThisMachine(stage, settings))
  const invoke = (command: object) =>
    lambdaApi(stage.endpoint).invoke(stage.outputs.AdministerFunction!, command)
  // Its administer function draws every secret.
  const tenancy = await openTenancy({ url: stage.url, administer: invoke }, () => undefined)
  return {
    ...tenancy,
    emulator: emulatorOf(stage),
    get simulator() {
      return laptopAlone('simulator')
    },
    get customers() {
      return laptopAlone('customers')
    },
    get logLines() {
      return laptopAlone('logLines')
    },
  }
}
