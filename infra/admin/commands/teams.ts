import type { CommandGroup } from '../admin-command.ts'
import { rows } from '../table.ts'

export const teamCommands: CommandGroup = {
  'teams list': {
    summary: 'Lists the teams of agents, with the ids of their states and LGAs.',
    run: 'listTeams',
    show: rows('teams', 'id', 'name', 'areas'),
  },
  'teams set': {
    summary: 'Creates a team, or replaces its name and areas.',
    details:
      'An agent’s list has the open work of their team’s areas. A state stands for all of its LGAs; a team has at most 60. Takes effect everywhere within a minute. Visits that agents hold stay theirs.',
    run: 'setTeam',
  },
  'teams remove': {
    summary: 'Removes a team that has no members.',
    run: 'removeTeam',
  },
  'teams members': {
    summary: 'Lists the agents of a team.',
    run: 'listMembers',
    show: rows('members', 'agentId', 'dailyCapacity', 'products'),
  },
  'agents set': {
    summary: 'Adds an agent to a team, or moves them to it, and says how much and what they do.',
    details:
      'Replaces what was said before. `--capacity` is how many visits the agent can do in a day: as many they may hold at a time. Without it they may hold as many as the stage permits. Without `--products` they can do all work. The agent need not have signed in yet.',
    example: '--capacity 8 --products address',
    run: 'setMember',
  },
  'agents remove': {
    summary: 'Removes an agent from their team. Visits that they hold stay theirs.',
    run: 'removeMember',
  },
}
