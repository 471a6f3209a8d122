"""The people around a table.

`seats` has places, order and dogs; `holders` has the present and former players of the
seats; `kept_out` keeps people away; `missing_pages` measures absences, `presence` notes
them, and `idle` finds silent players; `host` passes the role on; `moderation` has the
acts of staff.

`asking` handles requests for seats, and `seat_questions` asks the others about them.
`votes` carries out joint decisions, and `vote_questions` has their forms and questions.
"""
