import { expect, it } from 'vitest'
import { joinWorld } from '../../support/environment.ts'
import { openCommands } from './commands.ts'

const { admin, answered } = await openCommands(await joinWorld())

const kano = 19
const teamIds = async () => (await answered('teams list')).teams.map(({ id }: { id: string }) => id)

it('makes a team, replaces its areas, and removes it once it has no members', async () => {
  const named = ['--team', 'north', '--name', 'North', '--areas']
  expect(await answered('teams set', ...named, 'Kano')).toEqual({
    teamId: 'north',
    name: 'North',
    areas: [kano],
    lgas: 44,
  })
  expect(await answered('teams set', ...named, 'Lagos/Surulere,Lagos/Ikeja')).toMatchObject({ lgas: 2 })
  expect(await teamIds()).toContain('north')
  const member = ['--agent', 'agent-of-north']
  expect(
    await answered('agents set', ...member, '--team', 'north', '--capacity', '8', '--products', 'address'),
  ).toEqual({ agentId: 'agent-of-north', teamId: 'north', dailyCapacity: 8, products: ['address'] })
  expect((await answered('teams members', '--team', 'north')).members).toEqual([
    { agentId: 'agent-of-north', teamId: 'north', dailyCapacity: 8, products: ['address'] },
  ])
  expect(await admin('teams remove', '--team', 'north')).toEqual({
    code: 1,
    out: '',
    err: '--team: 1 agents are in this team\n',
  })
  expect(await answered('agents remove', ...member)).toEqual({ agentId: 'agent-of-north' })
  expect(await answered('teams remove', '--team', 'north')).toEqual({ teamId: 'north' })
  expect(await teamIds()).not.toContain('north')
})

it('refuses what is not there, and more areas than a list can ask for', async () => {
  const refused = async (command: string, ...words: readonly string[]) => (await admin(command, ...words)).err
  expect(await refused('teams remove', '--team', 'nowhere')).toBe('--team: there is no such team\n')
  expect(await refused('agents set', '--agent', 'a', '--team', 'nowhere')).toBe(
    '--team: there is no such team\n',
  )
  expect(await refused('agents remove', '--agent', 'nobody')).toBe('--agent: this agent is in no team\n')
  expect(await refused('teams set', '--team', 'a', '--name', 'A', '--areas', 'Kano,Lagos')).toBe(
    '--areas: these are 64 LGAs, and a team has at most 60\n',
  )
})
