import type { Emulator } from '../../infra/emulator/emulator.ts'
import { seededClients } from '../../infra/local/seed.ts'
import { hostsAt, type Stage, stages } from '../../infra/stages.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import type { World } from '../support/environment.ts'
import { openReceiver } from '../support/receiver.ts'
import type { DeployedStage } from './deployed-stage.ts'
import { lambdaApi } from './lambda-api.ts'
import { accessTo } from './ministack.ts'
import { apply } from './settings.ts'

interface Organisation {
  readonly id: number
}

/** Receivers are on this machine, and photos and pages are where the API is. */
const onThisMachine = ({ name, url }: DeployedStage, settings: Partial<Stage>): Partial<Stage> => ({
  ...settings,
  webhooks: { ...stages[name].webhooks, ...settings.webhooks, allowLocalReceivers: true },
  hosts: { ...hostsAt(null), links: url, media: url },
})

/** What a journey says of the first and second organisation, said of those that this world has. */
const addressed = (command: object, organisations: readonly Organisation[]): object => {
  const { organisationId } = command as { organisationId?: number }
  const organisation = organisationId === undefined ? undefined : organisations[organisationId - 1]
  return organisation ? { ...command, organisationId: organisation.id } : command
}

const noop = () => {}

const laptopAlone = (what: string): never => {
  throw new Error(`${what}: journeys that read the laptop's region itself are none of a rehearsal's`)
}

/** As much of the region as any account has: what the stacks put out, and the functions. */
const regionOf = ({ name, endpoint, outputs }: DeployedStage): Emulator => {
  const region: Pick<Emulator, 'outputs' | 'environment' | 'invoke'> = {
    outputs,
    environment: accessTo(endpoint),
    // What a journey says of the laptop's functions, said of this stage's.
    invoke: (functionName, payload) =>
      lambdaApi(endpoint).invoke(
        functionName.replace(stages.local.prefix, stages[name].prefix),
        payload as object,
      ),
  }
  return new Proxy(region as Emulator, {
    get: (all, field) => Reflect.get(all, field) ?? laptopAlone(String(field)),
  })
}

/**
 * A deployed stage as the journeys know the laptop: two organisations of their own, the clients that they ask for
 * onboarded by the administer function, which draws their secrets. Whoever has had it leaves no client behind.
 */
export const startDeployedWorld = async (stage: DeployedStage, settings: Partial<Stage>): Promise<World> => {
  await apply(stage, onThisMachine(stage, settings))
  const cleanup = new AsyncDisposableStack()
  const invoke = (command: object) =>
    lambdaApi(stage.endpoint).invoke(stage.outputs.AdministerFunction!, command)
  const organisations: Organisation[] = []
  for (const name of ['First organisation', 'Second organisation'])
    organisations.push((await invoke({ command: 'createOrganisation', name })) as Organisation)
  const clients = new Map<string, Promise<ApiClient>>()
  const administer: World['administer'] = async command => {
    const answer = await invoke(addressed(command, organisations))
    const { clientId } = answer as { clientId?: string }
    const isNew = (command as { command?: string }).command === 'createClient'
    // A journey may have removed it itself.
    if (isNew) cleanup.defer(() => invoke({ command: 'removeClient', clientId }).then(noop, noop))
    return answer
  }
  const onboard = async (clientId: string): Promise<ApiClient> => {
    const seeded = seededClients.find(one => one.clientId === clientId)!
    const { secret } = (await administer({ command: 'createClient', ...seeded })) as { secret: string }
    return apiClient(stage.url, clientId, secret)
  }
  return {
    url: stage.url,
    administer,
    organisationId: organisations[0]!.id,
    client: (clientId = 'local-test') => {
      const client = clients.get(clientId) ?? onboard(clientId)
      clients.set(clientId, client)
      return client
    },
    receiver: async respond => cleanup.use(await openReceiver(respond)),
    region: regionOf(stage),
    get simulator() {
      return laptopAlone('simulator')
    },
    get logLines() {
      return laptopAlone('logLines')
    },
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}
