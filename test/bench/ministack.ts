/** Hosts the stage `local` on MiniStack, deployed as a rehearsal deploys others. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { secretOf, seededClients } from '../../infra/local/seed.ts'
import { bootstrap, deploy } from '../rehearsal/deployment.ts'
import { lambdaApi } from '../rehearsal/lambda-api.ts'
import { miniStackPackages, startMiniStack } from '../rehearsal/ministack.ts'
import { pythonPrograms } from '../support/python.ts'

export interface HostedStage extends AsyncDisposable {
  readonly pid: number
  /** Of the HTTP API. */
  readonly url: string
}

const folder = join(import.meta.dirname, '../../.build/bench-ministack')

const seed = async (endpoint: string, administer: string): Promise<void> => {
  const client = seededClients.find(({ clientId }) => clientId === 'local-test')!
  const { invoke } = lambdaApi(endpoint)
  await invoke(administer, { command: 'createOrganisation', id: client.organisationId, name: 'Bench' })
  await invoke(administer, { command: 'createClient', ...client, secret: secretOf(client.clientId) })
}

/** Needs Python 3 and a registry of its packages. IAM is left off. */
export const hostOnMiniStack = async (): Promise<HostedStage> => {
  mkdirSync(folder, { recursive: true })
  const programs = await pythonPrograms(`${folder}/venv`, miniStackPackages)
  if (!programs) throw new Error('needs python3 and a registry of its packages')
  const miniStack = await startMiniStack(programs)
  await bootstrap(miniStack)
  const { stage, door } = await deploy(miniStack, 'local', { folder, failing: [] })
  // Its callers here go to the emulator itself, without the door between.
  await door[Symbol.asyncDispose]()
  await seed(miniStack.endpoint, stage.outputs.AdministerFunction!)
  return {
    pid: miniStack.pid,
    url: `${miniStack.endpoint}/_aws/execute-api/${stage.outputs.ApiId}/$default`,
    [Symbol.asyncDispose]: () => miniStack[Symbol.asyncDispose](),
  }
}
