import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stages } from '../stages.ts'
import { synthesise } from '../synthesise.ts'
import { startRegion } from './region.ts'
import { simulatedRegistries, startRegistrySimulator } from './registry-simulator.ts'
import { secretOf, seed, seededClients } from './seed.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, quiet: { type: 'boolean' } } })
const port = Number(process.env.PORT ?? 3000)

const curl = (
  url: string,
): string => `  TOKEN=$(curl -s ${url}/v1/token -H 'content-type: application/json' \\
    -d '{"clientId":"local-test","secret":"local-test-secret"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  curl -s ${url}/v1/addresses -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{
    "customerReference": "first-1", "street": "12 Allen Avenue", "city": "Ikeja",
    "lgaName": "Ikeja", "stateName": "Lagos",
    "applicant": {"firstname": "Ada", "lastname": "Obi", "phone": "08031234567"}}'`

const welcome = (url: string, simulatorUrl: string): string =>
  [
    `ready ${url}`,
    '',
    'credentials (clientId / secret):',
    ...seededClients.map(({ clientId, mode, organisationId }) => {
      const credentials = `${clientId} / ${secretOf(clientId)}`
      return `  ${credentials.padEnd(40)} ${mode} mode, organisation ${organisationId}`
    }),
    '',
    'order an address verification; its simulated agent decides after 5 seconds:',
    curl(url),
    '',
    `live mode's registries are simulated at ${simulatorUrl}; GET or POST /control shows and sets how they behave`,
    '',
    `docs: README.md, ${url}/v1/openapi.json`,
  ].join('\n')

const start = async (): Promise<void> => {
  const assembly = mkdtempSync(join(tmpdir(), 'verification-local-'))
  const removeAssembly = () => rmSync(assembly, { recursive: true, force: true })
  process.once('exit', removeAssembly)
  const simulator = await startRegistrySimulator()
  const registries = simulatedRegistries(simulator)
  synthesise({ ...stages.local, registries, mediaUrl: `http://localhost:${port}` }, assembly)
  const region = await startRegion({
    assembly,
    port,
    ...(values.data && { dataDirectory: values.data }),
    writeLog: values.quiet ? () => {} : line => console.log(line),
  })
  await seed(region)
  console.log(welcome(region.url, simulator.url))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await region.stop()
      await simulator.stop()
      process.exit(0)
    })
}

try {
  await start()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
