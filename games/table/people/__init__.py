"""The people around a table.

`seats` has places, order and dogs; `holders` has the present and former players of the
seats; `kept_out` keeps people away; `presence` notes absent and idle players; `host`
passes the role on; `moderation` has the acts of staff.

`asking` handles requests for seats, and `questions` asks the others about them. `votes`
carries out joint decisions, and `vote_acts` has their forms and questions.
"""
