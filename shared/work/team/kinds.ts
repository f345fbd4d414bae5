import { defineKind, toIndex1, toKey } from '../../table/kind.ts'

export const teamsPartition = 'teams'

/** A member is added in the transaction that finds their team. */
const teamsItems = [teamsPartition, 'team-member#*']

/** `teams`, `<teamId>`; read by operations, administer. */
export const teamKind = defineKind({ name: 'team', writable: teamsItems })

/** `team-member#<agentId>`, `team-member`; gsi1 `team#<teamId>, <agentId>`; read by operations, administer. */
export const memberKind = defineKind({ name: 'member', writable: teamsItems })

export const teamKey = (teamId: string) => toKey(teamsPartition, teamId)

export const memberKey = (agentId: string) => toKey(`team-member#${agentId}`, 'team-member')

const membersPartition = (teamId: string): string => `team#${teamId}`

export const memberIndex = (teamId: string, agentId: string) => toIndex1(membersPartition(teamId), agentId)

export const membersQuery = (teamId: string) =>
  ({ index: 'gsi1', partition: membersPartition(teamId) }) as const
