import { database } from '../../table/driver.ts'
import { omitKeyAttributes } from '../../table/kind.ts'
import { queryAll } from '../../table/paging.ts'
import { conditionsMet, type Key, present } from '../../table/port.ts'
import { memberIndex, memberKey, membersQuery, teamKey, teamsPartition } from './kinds.ts'
import type { Team, TeamMember } from './team.ts'

/** Adds a team, or replaces what is known of it. Its members stay. */
export const saveTeam = (team: Team): Promise<void> =>
  database.write({ put: { ...team, ...teamKey(team.id) } })

export const listTeams = async (): Promise<readonly Team[]> =>
  (await queryAll<Team>({ partition: teamsPartition })).map(omitKeyAttributes)

/** Members of a team that is gone have no home. */
export const deleteTeam = (teamId: string): Promise<boolean> =>
  conditionsMet(database.write({ delete: teamKey(teamId), condition: present }))

/** Adds an agent to a team, or moves them to it. Answers false if there is no such team. */
export const saveMember = (member: TeamMember): Promise<boolean> => {
  const { agentId, teamId } = member
  return conditionsMet(
    database.transact({
      member: { put: { ...member, ...memberKey(agentId), ...memberIndex(teamId, agentId) } },
      team: { check: teamKey(teamId), condition: present },
    }),
  )
}

export const findMember = async (agentId: string): Promise<TeamMember | undefined> => {
  const member = await database.get<TeamMember>(memberKey(agentId))
  return member && omitKeyAttributes(member)
}

export const listMembers = async (teamId: string): Promise<readonly TeamMember[]> => {
  const found = await queryAll<Key>(membersQuery(teamId))
  const members = await database.getMany<TeamMember>(found.map(({ pk, sk }) => ({ pk, sk })))
  return members
    .filter(member => member.teamId === teamId)
    .map(omitKeyAttributes)
    .toSorted((one, other) => (one.agentId < other.agentId ? -1 : 1))
}

export const deleteMember = (agentId: string): Promise<boolean> =>
  conditionsMet(database.write({ delete: memberKey(agentId), condition: present }))
