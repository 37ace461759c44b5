-- The generation that is read: {name, position}.
local generation, position = current()
if not generation then return false end
return {generation, position}
