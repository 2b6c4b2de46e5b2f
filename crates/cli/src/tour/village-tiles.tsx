<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="village-tiles" tilewidth="16" tileheight="16" tilecount="4" columns="4">
 <image source="village-tiles.png" width="64" height="16"/>
 <tile id="0" type="free">
  <properties>
   <property name="walkable" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="1" type="free">
  <properties>
   <property name="cost" type="float" value="6"/>
   <property name="walkable" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="2" type="wall">
  <properties>
   <property name="walkable" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="3" type="trees">
  <properties>
   <property name="ground" value="trees"/>
   <property name="walkable" type="bool" value="false"/>
  </properties>
 </tile>
</tileset>
