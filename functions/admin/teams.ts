import { findClient } from '../../shared/account/store.ts'
import * as stored from '../../shared/work/team/store.ts'
import { isKnownArea, lgaIdsOf, maxLgasOfTeam } from '../../shared/work/team/team.ts'
import type { CommandOf } from './command.ts'

/* What changes a team or a member counts in every container within a minute. */

const noTeam = () => new Error('teamId: there is no such team')

export const listTeams = async () => ({ teams: await stored.listTeams() })

export const setTeam = async ({ teamId, name, areas }: CommandOf<'setTeam'>) => {
  const unknown = areas.filter(area => !isKnownArea(area))
  if (unknown.length > 0) throw new Error(`areas: there is no state or LGA ${unknown.join(', ')}`)
  const lgas = lgaIdsOf(areas).length
  if (lgas > maxLgasOfTeam)
    throw new Error(`areas: these are ${lgas} LGAs, and a team has at most ${maxLgasOfTeam}`)
  await stored.saveTeam({ id: teamId, name, areas })
  return { teamId, name, areas, lgas }
}

/** Refused while somebody is in it: they would have no home. */
export const removeTeam = async ({ teamId }: CommandOf<'removeTeam'>) => {
  const members = await stored.listMembers(teamId)
  if (members.length > 0) throw new Error(`teamId: ${members.length} agents are in this team`)
  if (!(await stored.deleteTeam(teamId))) throw noTeam()
  return { teamId }
}

export const listMembers = async ({ teamId }: CommandOf<'listMembers'>) => ({
  members: await stored.listMembers(teamId),
})

/** Who is in a team is proposed for visits and counted in the plan: people, and no client, even one that may claim. */
export const setMember = async ({ command: _, ...member }: CommandOf<'setMember'>) => {
  if (await findClient(member.agentId)) throw new Error('agentId: this is a client; a team has people')
  if (!(await stored.saveMember(member))) throw noTeam()
  return member
}

/** Visits that they hold stay theirs. */
export const removeMember = async ({ agentId }: CommandOf<'removeMember'>) => {
  if (!(await stored.deleteMember(agentId))) throw new Error('agentId: this agent is in no team')
  return { agentId }
}
